/** A tile, marked as chosen by a checked radio inside it or by aria-selected. */
export const tileClass =
  'flex min-h-11 items-center gap-2 rounded-10 border border-line-strong px-3 font-medium text-ink-2 transition-colors hover:border-ink-3 hover:text-ink calm:min-h-13 calm:px-3.5 calm:text-14 ' +
  'has-checked:border-brand has-checked:bg-brand-tint has-checked:text-ink has-checked:ring-1 has-checked:ring-brand has-checked:ring-inset ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:opacity-60 ' +
  'aria-selected:border-brand aria-selected:bg-brand-tint aria-selected:font-semibold aria-selected:text-brand aria-selected:ring-1 aria-selected:ring-brand aria-selected:ring-inset'

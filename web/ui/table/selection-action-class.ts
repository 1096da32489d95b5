/** Classes of a button in the selection's bar. */
export const selectionActionClass =
  'inline-flex min-h-9 min-w-9 items-center justify-center gap-1.5 rounded-6 px-2.5 font-medium whitespace-nowrap transition-colors hover:bg-surface/20 aria-disabled:hover:bg-transparent focus-visible:outline-surface'

/** The frame of every text control: border, height, focus and error, from the density's tokens. */
export const inputClass =
  'w-full min-w-0 min-h-field px-field-pad border border-field-line rounded-control bg-surface text-field text-ink transition-colors hover:border-ink-3 focus-visible:outline-offset-[-1px] aria-invalid:border-overdue disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 [&[readonly]]:bg-sunken'

/** The same frame around an input with a prefix or suffix. */
export const inputFrameClass =
  'flex w-full min-w-0 min-h-field items-center border border-field-line rounded-control bg-surface text-field text-ink transition-colors hover:border-ink-3 focus-within:outline-2 focus-within:outline-offset-[-1px] focus-within:outline-focus has-[[aria-invalid]]:border-overdue has-[:disabled]:border-line has-[:disabled]:bg-sunken has-[:disabled]:text-ink-3'

/** The bare input inside that frame. */
export const inputInnerClass =
  'min-w-0 flex-1 self-stretch bg-transparent px-field-pad outline-none disabled:cursor-not-allowed'

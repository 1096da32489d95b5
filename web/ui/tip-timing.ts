/** After the pointer leaves the trigger. */
export const TIP_HIDE_MS = 500
/** After the pointer last moved on the tip itself. */
export const TIP_HOVER_HIDE_MS = 4000

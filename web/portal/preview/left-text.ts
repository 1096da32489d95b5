/** How long a preview still lasts: minutes, begun ones counted, and seconds in the last of them. */
export function leftText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  if (seconds < 60) return `Ends in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  const minutes = Math.ceil(seconds / 60)
  return `Ends in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}

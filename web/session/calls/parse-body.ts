/**
 * What an answer's body says. Text that is no JSON, such as a proxy's own page, is noted on the console and taken as it
 * is; an empty one says nothing and is no fault.
 */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // biome-ignore lint/suspicious/noConsole: for whoever looks for the cause, in the person's own browser
    if (text !== '') console.warn(`An answer could not be parsed: ${text.slice(0, 200)}`)
    return text
  }
}

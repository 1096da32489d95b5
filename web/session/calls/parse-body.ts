/**
 * Parses a response body. Text that is no JSON, such as a proxy's page, is logged to the console and returned
 * as text; an empty body returns '' and logs nothing.
 */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // biome-ignore lint/suspicious/noConsole: helps to find the cause in the user's browser
    if (text !== '') console.warn(`An answer could not be parsed: ${text.slice(0, 200)}`)
    return text
  }
}

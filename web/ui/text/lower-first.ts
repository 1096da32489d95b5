/** A sentence's text within another one: 'The flow is paused' becomes 'the flow is paused'. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

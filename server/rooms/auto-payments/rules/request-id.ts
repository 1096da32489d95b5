/** The request_id of a try's payment. It is derived from the try, so a resumed try cannot charge twice. */
export const requestIdOf = (tryId: string): string => `auto-${tryId}`

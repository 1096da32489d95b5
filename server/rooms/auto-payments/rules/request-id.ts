/** The request_id of an attempt's payment, derived from the attempt: a resumed attempt cannot charge twice. */
export const requestIdOf = (attemptId: string): string => `auto-${attemptId}`

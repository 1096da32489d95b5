/** Under which request a try's payment is made: one try can make one payment, however often it is gone on with. */
export const requestIdOf = (tryId: string): string => `auto-${tryId}`

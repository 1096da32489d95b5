/**
 * What a proof says as it fails, and what it says was the cause; null where it finds nothing wrong. A bug that was made
 * on purpose has to be noticed by what it does to the money or to who is told of it, and not by a proof that breaks.
 */
export async function failureOf(work: () => unknown): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const { message, cause } = error as Error
    return cause instanceof Error ? `${message}\n${cause.message}` : message
  }
}

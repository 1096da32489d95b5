/**
 * Returns the message of the error that `work` throws, with the message of its cause; null when it doesn't
 * throw. Tests match it to see that a deliberate bug is detected by its effect and not by an unrelated
 * failure.
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

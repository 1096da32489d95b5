/** An answer as it goes over the wire. */
export interface Answer {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

export const success = (code: number, message: string, more: object = {}): Answer => ({
  status: 200,
  body: { success: true, response_code: code, status_message: message, ...more },
})

/** A call that was understood and not done. `errors`: sentences by PayTrace's number of the problem. */
export const failure = (
  code: number,
  message: string,
  errors?: Readonly<Record<string, readonly string[]>>,
  more: object = {},
): Answer => ({
  status: 400,
  body: { success: false, response_code: code, status_message: message, ...more, ...(errors && { errors }) },
})

export const refused = (errors: Readonly<Record<string, readonly string[]>>): Answer =>
  failure(1, 'One or more errors has occurred.', errors)

export const invalidToken: Answer = {
  status: 401,
  body: { error: 'invalid_token', error_description: 'The access token is invalid or has expired.' },
}

/** A refusal with its status and Clio's type of error. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string

  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }

  body(): string {
    return JSON.stringify({ error: { type: this.type, message: this.message } })
  }
}

import { isFileBody, isRawBody, type Route } from '../../../contract/route.ts'
import { PATH_VARIANTS, WRONG_CONTENT_TYPES } from '../../../testing/sweep/malformed-requests.ts'
import { labelOf, type Sweep } from '../../../testing/sweep/sweep.ts'
import { type Cell, refusalProblem } from '../../../testing/sweep/sweep-call.ts'

/** Calls a route by other spellings of its path. Returns the first that is not refused; null when all are. */
export async function spellingProblem(at: Sweep, cell: Cell): Promise<string | null> {
  const call = await at.readOnlyCall(cell)
  for (const [name, path] of Object.entries(PATH_VARIANTS)) {
    const answer = await at.ask(cell, call, { path })
    if (answer.status < 400 || answer.status >= 500)
      return `${labelOf(cell)} with ${name}: ${answer.status} ${answer.text}`
    const problem = refusalProblem(answer)
    if (problem) return `${labelOf(cell)} with ${name} ${problem}`
  }
  return null
}

const takenBy = ({ body }: Route): readonly string[] => {
  if (isFileBody(body)) return body.file
  return isRawBody(body) ? body.raw : []
}

/** Sends a body as other content types. Returns the first that is not refused; null when all are. */
export async function contentTypeProblem(at: Sweep, cell: Cell): Promise<string | null> {
  const call = await at.readOnlyCall(cell)
  const taken = takenBy(cell.route)
  for (const contentType of WRONG_CONTENT_TYPES.filter(
    (type) => !taken.includes(type?.split(';')[0] ?? ''),
  )) {
    const answer = await at.ask(cell, call, { contentType })
    if (answer.status !== 415 && answer.status !== 400)
      return `${labelOf(cell)} as ${contentType}: ${answer.status} ${answer.text}`
    const problem = refusalProblem(answer)
    if (problem) return `${labelOf(cell)} as ${contentType} ${problem}`
  }
  return null
}

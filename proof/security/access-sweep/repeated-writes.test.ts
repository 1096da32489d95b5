import { beforeAll, expect, it } from 'vitest'
import { allRoutes, contract } from '../../../contract/index.ts'
import { idempotencyOf, type Route } from '../../../contract/route.ts'
import { forgetLimits } from '../../../testing/sweep/forget-limits.ts'
import { type SampleCall, sampleOf } from '../../../testing/sweep/samples.ts'
import { subjectOf } from '../../../testing/sweep/subject.ts'
import { labelOf, type Sweep, successOf } from '../../../testing/sweep/sweep.ts'
import type { Answer, Cell } from '../../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { changesDuring } from './run-sweep.ts'

/*
 * Every write that the contract lets callers repeat under an Idempotency-Key is made twice. The second one must get the first
 * answer and write no row.
 */

let test: TestServer
let sweep: Sweep
withSweep((opened, server) => {
  sweep = opened
  test = server
}, [])

interface Made {
  readonly cell: Cell
  readonly call: SampleCall
  readonly token: string | undefined
  readonly answer: Answer
}

/** The call takes the caller's right to make it, so the repetition is refused: who may call is checked before an answer is looked up. */
const ENDS_THE_RIGHT: ReadonlySet<Route> = new Set([contract.team.transfer])

/** The first caller who is allowed to make the call on their own records. */
const cellOf = (route: Route): Cell =>
  sweep.cells.find(
    (cell) => cell.route === route && cell.expected === 'allowed' && cell.target.name === 'own',
  )!

const made: Made[] = []

async function makeFirst(route: Route): Promise<void> {
  const cell = cellOf(route)
  const { who, target } = cell
  await forgetLimits(sweep.inspector)
  const subject = subjectOf(test, target.account!, target.debtor!, false)
  if (route.access.kind === 'staff' && route.access.stepUp) await subject.factors(who, 'none')
  const sample = await sampleOf.get(route)!(subject, who)
  const key = `${route.method}-${route.path}`
  const call = { ...sample, headers: { ...sample.headers, 'idempotency-key': key } }
  const { token } = who
  made.push({ cell, call, token, answer: await sweep.ask(cell, call, { token }) })
}

beforeAll(async () => {
  for (const route of allRoutes) if (idempotencyOf(route) === 'kept') await makeFirst(route)
})

it('makes each of them once', () => {
  const wrong = made.filter(({ cell, call, answer }) => answer.status !== successOf(cell.route, call))
  expect(wrong.map(({ cell, answer }) => `${labelOf(cell)}: ${answer.status} ${answer.text}`)).toEqual([])
  expect(made.length).toBeGreaterThan(150)
  expect(made.filter(({ answer }) => answer.isReplay)).toEqual([])
})

it('answers the repetition the same, without writing a row', async () => {
  const wrong: string[] = []
  await forgetLimits(sweep.inspector)
  const changed = await changesDuring(sweep, async () => {
    for (const { cell, call, token, answer } of made) {
      const again = await sweep.ask(cell, call, { token })
      const expected = ENDS_THE_RIGHT.has(cell.route) ? { status: 403, text: again.text } : answer
      const isSame = again.status === expected.status && again.text === expected.text
      // A refusal is kept only where it may stand beside an effect, such as a declined payment.
      if (!isSame || (again.status < 400 && !again.isReplay))
        wrong.push(
          `${labelOf(cell)}: ${again.status} ${again.text} instead of ${answer.status} ${answer.text}`,
        )
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

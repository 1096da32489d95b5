import { expect, it } from 'vitest'
import { takeLeaks } from '../../testing/logs/watched-log.ts'
import { BUGS, LEAK_BUG } from './bugs.ts'
import { startCrashTest, timeOutAfter } from './crash-test.ts'
import { issueInvoice } from './issue-invoice.ts'
import { SCENARIOS } from './scenarios.ts'

const test = startCrashTest()
/** Problems of the bugs before, because the books stay wrong. */
let known: readonly string[] = []
/** Long enough for the worker to query the processor about the interrupted payment. */
const shortSteps = ['PT1M', 'PT10M']

it.each(Object.entries(BUGS))(
  'detects the deliberate bug: %s',
  async (name, { failpoint, scenario, detectedAs }) => {
    const { machine, company } = test
    const context = { ...test.contextOf(0), facts: [] }
    await company.token()
    const invoice = (await issueInvoice(context))!
    for (const part of ['server', 'worker'] as const) await machine.restart(part, { bug: name })
    // The leak bug prints the password of this request.
    await company.logIn()
    await machine.arm('server', failpoint)
    const running = SCENARIOS[scenario](context, invoice)
    expect(
      await Promise.race([machine.waitForEnd('server'), timeOutAfter(running)]),
      'the failpoint was hit',
    ).toBe('SIGKILL')
    await machine.restart('server', { bug: name })
    await running
    const found = (await test.checkAll(context.facts, shortSteps)).filter((line) => !known.includes(line))
    expect(found).toContainEqual(expect.stringMatching(detectedAs))
    known = [...known, ...found]
    expect(takeLeaks()).toContainEqual(expect.stringMatching(LEAK_BUG.detectedAs))
  },
)

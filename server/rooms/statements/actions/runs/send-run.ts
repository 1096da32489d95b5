import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import type { Sending } from '../../rules/sending.ts'
import { lockRunning, moveRun } from '../../store/runs.ts'
import { selectStatementCustomers } from '../../store/statement-customers.ts'
import type { StatementRunRow } from '../../tables.ts'
import { sendToCustomers } from '../issue/send-to-customers.ts'

const PAGE = 25

/**
 * Sends the statements of a run, a page of customers in a transaction. After an interruption it resumes with the next page, two
 * workers take turns, and it ends when the run was canceled.
 */
export async function sendRun(uow: UnitOfWork, id: string): Promise<void> {
  while (await sendPage(uow, id));
}

/** Sends the next page. After a failure each of its customers is tried alone, so that one does not stop the others. */
async function sendPage(uow: UnitOfWork, id: string): Promise<boolean> {
  try {
    return await uow.transaction((ctx) => sendNext(ctx, id))
  } catch (error) {
    return sendOneByOne(uow, id, error)
  }
}

/** Returns whether there may be more. */
async function sendNext(ctx: Ctx, id: string): Promise<boolean> {
  const run = await lockRunning(ctx, id)
  if (run === null) return false
  const customers = await selectStatementCustomers(ctx, run.after_customer, PAGE)
  const sent = customers.length === 0 ? 0 : await sendToCustomers(ctx, customers, toSending(run), id)
  await moveRun(ctx, id, customers, { sent })
  return customers.length > 0
}

async function sendOneByOne(uow: UnitOfWork, id: string, cause: unknown): Promise<boolean> {
  const customers = await uow.transaction(async (ctx) => {
    const run = await lockRunning(ctx, id)
    return run && (await selectStatementCustomers(ctx, run.after_customer, PAGE))
  })
  if (customers === null) return false
  // The end of the run failed, which no customer caused.
  if (customers.length === 0) throw cause
  for (const customer of customers) {
    const isAlive = await uow
      .transaction((ctx) => sendAlone(ctx, id, customer))
      .catch(async (error) => {
        uow.app.log.error('the statement of a customer failed', { customer, error })
        await uow.transaction((ctx) => noteFailure(ctx, id, customer))
        return true
      })
    if (!isAlive) return false
  }
  return true
}

async function sendAlone(ctx: Ctx, id: string, customer: string): Promise<boolean> {
  const run = await lockRunning(ctx, id)
  if (run === null) return false
  if (isServed(run, customer)) return true
  const sent = await sendToCustomers(ctx, [customer], toSending(run), id)
  await moveRun(ctx, id, [customer], { sent })
  return true
}

/** Counts a customer whose statement failed. Another run for the period sends the missing ones. */
async function noteFailure(ctx: Ctx, id: string, customer: string): Promise<void> {
  const run = await lockRunning(ctx, id)
  if (run !== null && !isServed(run, customer)) await moveRun(ctx, id, [customer], { failed: 1 })
}

/** True when another worker was faster. */
const isServed = ({ after_customer }: StatementRunRow, customer: string): boolean =>
  after_customer !== null && customer <= after_customer

const toSending = (run: StatementRunRow): Sending => ({
  kind: run.kind,
  period: { from: run.period_from, to: run.period_to },
  onlyOpen: run.only_open,
})

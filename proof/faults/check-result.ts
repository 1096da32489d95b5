import { expect } from 'vitest'
import type { Fault } from '../processors/fault-control.ts'
import type { Reply } from '../processors/open-world.ts'
import type { Operation } from './operations.ts'
import { type FaultResult, MAX_MINUTES } from './run-fault.ts'

/**
 * Throws unless the replies are true, the outcome is resolved in time, and the money moved and is booked
 * once.
 */
export function checkResult(fault: Fault, operation: Operation, result: FaultResult): void {
  checkReplies(fault, operation, result)
  expect(result.minutes, `resolved: ${JSON.stringify(result.resolved)}`).not.toBeNull()
  expect(result.minutes!, 'resolved in time').toBeLessThan(MAX_MINUTES)
  expect(result.moved, 'moved once at the processor').toEqual({
    charges: 1,
    refunds: operation.moves === 'refund' ? 1 : 0,
  })
  expect(result.last, 'final state').toMatchObject(
    operation.moves === 'refund' ? { payment: 'refunded', refund: 'confirmed' } : { payment: 'confirmed' },
  )
  for (const mail of result.mails) expect(mail, 'no email about a decline').not.toMatch(/declin/i)
}

/** No reply reports a decline that did not happen or an outcome that is not known yet. */
function checkReplies(fault: Fault, operation: Operation, result: FaultResult): void {
  const { consequence } = fault
  switch (consequence.kind) {
    case 'unknown':
      if (operation.write === 'capture') checkCaptureReplies(fault, result)
      else checkPendingReplies(operation, result)
      if ((consequence.effect === 'not' || result.takenBack) && result.newReply)
        checkDone(operation, result.newReply)
      if (consequence.effect !== 'not' && !result.takenBack && result.replyAfter)
        checkDone(operation, result.replyAfter)
      return
    case 'refused':
      for (const reply of [result.reply, result.repeatedReply])
        if (reply) {
          expect(reply).toMatchObject({ status: 503, body: { code: 'processor_unavailable' } })
        }
      if (result.replyAfter) checkDone(operation, result.replyAfter)
      return
    case 'wrong':
      expect(result.cases, 'a case reports the difference').toContain('mismatch')
      expect(result.stayedOpen, 'a case stays open while it differs').toBe(true)
      if (operation.moves === 'payment') expect(result.during).toMatchObject({ payment: 'error' })
      else expect(result.during).toMatchObject({ payment: 'confirmed', refund: 'waiting' })
      if (result.replyAfter) checkDone(operation, result.replyAfter)
  }
}

function checkPendingReplies(operation: Operation, result: FaultResult): void {
  const replies = [result.reply, result.repeatedReply].filter((one) => one !== null)
  for (const { status, body } of replies) {
    expect(status, 'reported as being confirmed').toBe(200)
    if (operation.moves === 'payment')
      expect(body).toMatchObject({
        status: 'waiting',
        message: 'Your payment is being confirmed. You don’t need to do anything.',
      })
    else expect(body).toMatchObject({ refunded_amount: '0.00', refunds: [{ status: 'waiting' }] })
  }
}

/**
 * Staff get the certain state, authorized. A repeated request gets captured when it succeeded late, or 503 in
 * an outage.
 */
function checkCaptureReplies({ consequence, outageMs }: Fault, { reply, repeatedReply }: FaultResult): void {
  const authorized = { status: 200, body: { status: 'preauth', captured_amount: '0.00' } }
  const captured = { status: 200, body: { status: 'confirmed', captured_amount: '80.00' } }
  const unreachable = { status: 503, body: { code: 'processor_unavailable' } }
  const isLate = consequence.kind === 'unknown' && consequence.effect === 'late'
  expect(reply, 'reported as authorized').toMatchObject(authorized)
  expect(repeatedReply, 'repeated request').toMatchObject(
    outageMs > 0 ? unreachable : isLate ? captured : authorized,
  )
}

function checkDone(operation: Operation, { status, body }: Reply): void {
  expect({ status, detail: body.detail }, 'reported as done').toEqual({ status: 200, detail: undefined })
  if (operation.moves === 'refund') expect(body).toMatchObject({ refunded_amount: '80.00' })
  else expect(body.status, 'reported as done').toBe(operation.clearsInDays > 0 ? 'waiting' : 'confirmed')
}

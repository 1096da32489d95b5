import { expect } from 'vitest'
import type { Fault } from './faults.ts'
import type { Operation } from './operations.ts'
import { type Cell, LONGEST_MINUTES } from './row.ts'
import type { Told } from './world.ts'

/** Throws unless the payer was told the truth, it was found out in time, and what happened is booked once. */
export function judge(fault: Fault, operation: Operation, cell: Cell): void {
  expectTruth(fault, operation, cell)
  expect(cell.minutes, `resolved: ${JSON.stringify(cell.resolved)}`).not.toBeNull()
  expect(cell.minutes!, 'resolved in time').toBeLessThan(LONGEST_MINUTES)
  expect(cell.moved, 'moved once at the processor').toEqual({
    charges: 1,
    refunds: operation.moves === 'refund' ? 1 : 0,
  })
  expect(cell.last, 'how it ends').toMatchObject(
    operation.moves === 'refund' ? { payment: 'refunded', refund: 'confirmed' } : { payment: 'confirmed' },
  )
  for (const mail of cell.mails) expect(mail, 'no mail of a decline').not.toMatch(/declin/i)
}

/** Nobody is told of a decline that there was none of, nor of money that nobody can tell of. */
function expectTruth(fault: Fault, operation: Operation, cell: Cell): void {
  const { leaves } = fault
  switch (leaves.kind) {
    case 'unknown':
      if (operation.write === 'capture') expectCertain(fault, cell)
      else expectUnknown(operation, cell)
      if (leaves.effect === 'not' && cell.toldAnew) expectDone(operation, cell.toldAnew)
      if (leaves.effect !== 'not' && cell.toldAfter) expectDone(operation, cell.toldAfter)
      return
    case 'refused':
      for (const told of [cell.told, cell.toldAgain])
        if (told) {
          expect(told).toMatchObject({ status: 503, body: { code: 'processor_unavailable' } })
        }
      if (cell.toldAfter) expectDone(operation, cell.toldAfter)
      return
    case 'wrong':
      expect(cell.cases, 'somebody is told that it differs').toContain('mismatch')
      expect(cell.stayedOpen, 'a case stays open while it differs').toBe(true)
      if (operation.moves === 'payment') expect(cell.during).toMatchObject({ payment: 'error' })
      else expect(cell.during).toMatchObject({ payment: 'confirmed', refund: 'waiting' })
      if (cell.toldAfter) expectDone(operation, cell.toldAfter)
  }
}

function expectUnknown(operation: Operation, cell: Cell): void {
  const told = [cell.told, cell.toldAgain].filter((one) => one !== null)
  for (const { status, body } of told) {
    expect(status, 'told that it is being confirmed').toBe(200)
    if (operation.moves === 'payment')
      expect(body).toMatchObject({
        status: 'waiting',
        message: 'Your payment is being confirmed. You don’t need to do anything.',
      })
    else expect(body).toMatchObject({ refunded_amount: '0.00', refunds: [{ status: 'waiting' }] })
  }
}

/** Staff are told what is certain: that it was authorised; asked again, that it was taken or that nobody answers, where that is so. */
function expectCertain({ leaves, awayMs }: Fault, { told, toldAgain }: Cell): void {
  const authorised = { status: 200, body: { status: 'preauth', captured_amount: '0.00' } }
  const taken = { status: 200, body: { status: 'confirmed', captured_amount: '80.00' } }
  const away = { status: 503, body: { code: 'processor_unavailable' } }
  const came = leaves.kind === 'unknown' && leaves.effect === 'late'
  expect(told, 'told that it is authorised').toMatchObject(authorised)
  expect(toldAgain, 'asked again').toMatchObject(awayMs > 0 ? away : came ? taken : authorised)
}

function expectDone(operation: Operation, { status, body }: Told): void {
  expect({ status, detail: body.detail }, 'told that it is done').toEqual({ status: 200, detail: undefined })
  if (operation.moves === 'refund') expect(body).toMatchObject({ refunded_amount: '80.00' })
  else expect(body.status, 'told that it is done').toBe(operation.clearsInDays > 0 ? 'waiting' : 'confirmed')
}

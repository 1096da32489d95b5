import { describe, expect, it } from 'vitest'
import { canChangeMember, RIGHTS, type Right, roleCan, STAFF_ROLES, type StaffRole } from './roles.ts'

const rightsOf = (role: StaffRole): Right[] => RIGHTS.filter((right) => roleCan(role, right))

describe('roles', () => {
  it('a viewer reads and adds notes, and writes nothing else', () => {
    const reading = /\.read$/
    const besides: Right[] = ['notes.write', 'preview.start', 'profile.write']
    for (const right of rightsOf('viewer')) expect(reading.test(right) || besides.includes(right)).toBe(true)
    for (const right of besides) expect(roleCan('viewer', right)).toBe(true)
  })

  it('an owner may do everything, and nobody else connects a processor, pays the plan or deletes the company', () => {
    expect(rightsOf('owner')).toEqual(RIGHTS)
    for (const right of ['processor.connect', 'billing.write', 'company.delete'] as const) {
      expect(STAFF_ROLES.filter((role) => roleCan(role, right))).toEqual(['owner'])
    }
  })

  it('every right an advisor or a viewer has, an admin has too', () => {
    for (const role of ['advisor', 'viewer'] as const) {
      for (const right of rightsOf(role)) expect(roleCan('admin', right)).toBe(true)
    }
  })

  it('an advisor creates, edits and voids invoices but does not delete, refund or apply credits', () => {
    for (const right of [
      'invoices.write',
      'customers.write',
      'payments.record',
      'reminders.write',
    ] as const) {
      expect(roleCan('advisor', right)).toBe(true)
    }
    const denied: Right[] = [
      'invoices.delete',
      'payments.refund',
      'payments.void',
      'credits.write',
      'late_fees.waive',
      'settings.write',
      'users.manage',
      'portal.preferences.read',
      'company.read',
      'audit.read',
    ]
    for (const right of denied) expect(roleCan('advisor', right)).toBe(false)
  })

  it('grants exactly the rows of the role table', () => {
    const rows = Object.fromEntries(
      RIGHTS.map((right) => [
        right,
        STAFF_ROLES.filter((role) => roleCan(role, right))
          .map((role) => ({ owner: 'O', admin: 'A', advisor: 'C', viewer: 'V' })[role])
          .join(''),
      ]),
    )
    expect(rows).toMatchObject({
      'dashboard.read': 'OACV',
      'invoices.read': 'OACV',
      'customers.read': 'OACV',
      'groups.read': 'OACV',
      'invoices.write': 'OAC',
      'invoices.delete': 'OA',
      'payments.read': 'OACV',
      'payments.record': 'OAC',
      'payments.post': 'OAC',
      'payments.refund': 'OA',
      'payments.void': 'OA',
      'credits.write': 'OA',
      'payment_plans.write': 'OAC',
      'auto_payments.read': 'OA',
      'auto_payments.disable': 'OA',
      'late_fees.read': 'OACV',
      'late_fees.write': 'OA',
      'late_fees.waive': 'OA',
      'reminders.read': 'OACV',
      'reminders.write': 'OAC',
      'reminders.send': 'OAC',
      'worklist.read': 'OACV',
      'worklist.write': 'OAC',
      'customers.write': 'OAC',
      'groups.write': 'OAC',
      'portal.invite': 'OAC',
      'portal.preferences.read': 'OAV',
      'portal.preferences.write': 'OA',
      'preview.start': 'OACV',
      'accounting.connect': 'OA',
      'accounting.sync': 'OAC',
      'accounting.read': 'OACV',
      'processor.connect': 'O',
      'company.read': 'OAV',
      'company.write': 'OA',
      'settings.read': 'OACV',
      'settings.write': 'OA',
      'billing.read': 'OA',
      'billing.write': 'O',
      'company.delete': 'O',
      'users.manage': 'OA',
      'export.read': 'OAC',
      'audit.read': 'OA',
      'onboarding.read': 'OACV',
      'onboarding.write': 'OA',
      'customers.switches': 'OAC',
      'statements.send': 'OAC',
      'documents.read': 'OACV',
      'profile.write': 'OACV',
      'plans.read': 'OACV',
      'imports.run': 'OAC',
    })
  })

  it('an admin can’t change or appoint an owner; others change nobody', () => {
    for (const from of [...STAFF_ROLES, null]) {
      for (const to of [...STAFF_ROLES, null]) {
        expect(canChangeMember('owner', from, to)).toBe(true)
        expect(canChangeMember('admin', from, to)).toBe(from !== 'owner' && to !== 'owner')
        expect(canChangeMember('advisor', from, to)).toBe(false)
        expect(canChangeMember('viewer', from, to)).toBe(false)
      }
    }
  })
})

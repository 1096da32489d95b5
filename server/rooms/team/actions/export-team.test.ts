import { expect, it } from 'vitest'
import { rowsOfExport } from '../../../../testing/exports/rows-of-export.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aMember } from '../../accounts/testing.ts'
import { exportTeam } from './export-team.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

it('exports the members with their roles', async () => {
  const email = `${tenant.accountId}@viewer.test`
  await tenant.run((ctx) => aMember(ctx, { accountId: tenant.accountId, email, role: 'viewer' }))
  const rows = await rowsOfExport(exportTeam(tenant.uow(), { format: 'csv' }))
  expect(rows.map((row) => row.Role).sort()).toEqual(['owner', 'viewer'])
  expect(rows.find((row) => row.Role === 'viewer')).toMatchObject({ Email: email, 'Two-step login': 'no' })
})

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ended, programOf } from '../../testing/product-process.ts'
import { setUp } from '../../testing/set-up.ts'
import { startFleet } from './fleet.ts'
import { createLaterVersion } from './later-version.ts'
import { isFailure } from './tls-proxy.ts'
import { findBreaches, startFleetLoad } from './under-load.ts'

/** Tables whose rows most requests read with all columns. */
const HOT = ['invoices', 'customers', 'payments', 'refunds', 'sandbox_charges', 'mail_messages']
const ADDS = {
  '9998-later.sql': HOT.map((table) => `alter table ${table} add later text not null default '';`).join('\n'),
}
const REFUSES = { '9999-refuses.sql': '-- refuses earlier versions\nselect 1;\n' }

const fleet = setUp(startFleet, ({ close }) => close())

it('serves with two versions during an upgrade, and refuses to start where a migration requires it', async () => {
  const later = await createLaterVersion(join(fleet.folder, 'later'), ADDS)
  const load = await startFleetLoad(fleet)
  await load.progress()
  // The later version migrates while the earlier one serves.
  for (const member of ['server 2', 'worker 2'] as const) {
    expect(await fleet.stop(member)).toBe(0)
    await fleet.start(member, { productFolder: later })
    await load.progress(12)
  }
  expect(await fleet.query(`select later from invoices limit 1`)).toEqual([{ later: '' }])
  expect(await fleet.stop('server 1')).toBe(0)
  await fleet.start('server 1')
  expect(fleet.process('server 1').said()).toContain(
    'Warning: the database is of a later version of Quittance: this one has no migration 9998-later.sql.',
  )
  await load.progress()
  const doctor = fleet.launch('doctor', programOf('doctor'))
  expect(await ended(doctor.child)).toBe(1)
  expect(doctor.said()).toContain('The database is of a later version of Quittance')

  const latest = await createLaterVersion(join(fleet.folder, 'latest'), { ...ADDS, ...REFUSES })
  for (const member of ['server 2', 'worker 2'] as const) {
    expect(await fleet.stop(member)).toBe(0)
    await fleet.start(member, { productFolder: latest })
  }
  for (const member of ['server 1', 'worker 1'] as const) {
    expect(await fleet.stop(member)).toBe(0)
    await expect(fleet.start(member)).rejects.toThrow('its migration 9999-refuses.sql refuses this one.')
    await fleet.start(member, { productFolder: latest })
  }
  await load.progress()
  await load.stop()
  expect((await fleet.proxy.readAnswers()).filter(isFailure)).toEqual([])
  expect(await findBreaches(fleet, load)).toEqual([])
})

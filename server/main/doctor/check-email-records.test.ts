import { expect, it } from 'vitest'
import { startDnsServer } from '../../../testing/dns-server.ts'
import { readConfig } from '../../platform/config.ts'
import { checkEmailRecords } from './check-email-records.ts'

const configOf = (env: Record<string, string>) =>
  readConfig({ SECRET: 'k3X9-vTq7_Zp2Lw8Rn5Yb1Hd6Jc4Fs0Gm', ...env }, { looking: true })

it('says of each DNS record of emails whether it is found, and how to set it', async () => {
  const server = await startDnsServer({
    'quittance.example TXT': ['v=spf1 mx -all'],
    'bounces.quittance.example MX': ['10 elsewhere.example'],
    'bounces.quittance.example TXT': ['FAILURE'],
  })
  try {
    const findings = await checkEmailRecords(
      configOf({
        SMTP_URL: 'smtp://mail.quittance.example:587',
        MAIL_FROM: 'billing@quittance.example',
        BOUNCE_DOMAIN: 'bounces.quittance.example',
        APP_ORIGIN: 'https://quittance.example',
        DNS_SERVERS: server.address,
      }),
    )
    expect(findings).toEqual([
      { level: 'ok', what: 'email records: TXT of quittance.example is found' },
      {
        level: 'problem',
        what: 'email records: TXT of _dmarc.quittance.example is missing',
        advice: 'Set it to: v=DMARC1; p=quarantine; adkim=r; aspf=r',
      },
      {
        level: 'warning',
        what: 'email records: MX of bounces.quittance.example differs: 10 elsewhere.example',
        advice: 'Set it to: 10 quittance.example',
      },
      {
        level: 'warning',
        what: 'email records: TXT of bounces.quittance.example could not be checked',
        advice: 'No name server answered. Ask again later.',
      },
    ])
  } finally {
    await server.close()
  }
})

it('asks nobody where no mail server is set', async () => {
  expect(await checkEmailRecords(configOf({}))).toEqual([
    { level: 'skipped', what: 'email records: SMTP_URL is not set, so none are needed' },
  ])
})

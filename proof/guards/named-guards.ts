/** Guards that no pattern finds, each by its text in its file and what stands there once it is gone. */
export interface NamedGuard {
  readonly file: string
  readonly text: string
  /** An expression for one that is an expression. */
  readonly off?: string
  /** For others: the same place under a switch. */
  readonly switched?: (on: string) => string
}

const TOKENS = 'server/platform/session-tokens.ts'
const SESSION = 'server/rooms/identity/actions/recognise-session.ts'
const ENDED = 'server/rooms/identity/store/sessions.ts'
const DOORKEEPER = 'server/main/doorkeeper.ts'

/** A condition within a statement's text. */
const condition = (file: string, text: string): NamedGuard => ({
  file,
  text,
  switched: (on) => `\${__guardSql.raw(${on} ? ${JSON.stringify(text)} : 'true')}`,
})
/** A setting of an object. */
const setting = (file: string, name: string, value: string, after: string): NamedGuard => ({
  file,
  text: `${name}: ${value},${after}`,
  switched: (on) => `${name}: ${on} ? ${value} : undefined,${after}`,
})

export const NAMED: readonly NamedGuard[] = [
  setting(TOKENS, 'algorithms', "['HS256']", ''),
  setting(TOKENS, 'typ', "'at+jwt'", '\n'),
  setting(TOKENS, 'issuer', 'ISSUER', ''),
  setting(TOKENS, 'audience', 'AUDIENCES', ''),
  { file: TOKENS, text: 'protectedHeader.kid !== kid', off: 'false' },
  { file: TOKENS, text: 'claims.expiresAt * 1000 <= nowMs', off: 'false' },
  { file: SESSION, text: 'session.ended', off: 'false' },
  { file: SESSION, text: 'session.audience === claims.audience', off: 'true' },
  { file: SESSION, text: 'session.subject === claims.subject', off: 'true' },
  { file: SESSION, text: 'session.accountId === claims.accountId', off: 'true' },
  { file: SESSION, text: 'claims.generation <= session.generation', off: 'true' },
  { file: ENDED, text: 'row.disabled_at !== null', off: 'false' },
  { file: ENDED, text: 'isOver(row.revoked_at, row.expires_at, nowMs)', off: 'false' },
  { file: ENDED, text: 'isOver(row.parent_revoked_at, row.parent_expires_at, nowMs)', off: 'false' },
  { file: DOORKEEPER, text: 'caller?.subDomain !== facts.subDomain', off: 'false' },
  { file: DOORKEEPER, text: 'facts.customerHeader === actor.customerId', off: 'true' },
  { file: 'server/platform/http/hosts.ts', text: `!name.endsWith(\`.\${config.baseDomain}\`)`, off: 'false' },
  { file: 'server/rooms/portal/actions/load-portal-caller.ts', text: 'login.disabled', off: 'false' },
  condition('server/rooms/portal/store/callers.ts', 'l.revoked_at is null'),
  condition('server/rooms/invoices/store/pay-links.ts', 'l.revoked_at is null'),
  {
    file: 'server/rooms/accounts/store/members.ts',
    text: `\${userId}\`.execute(ctx.db)\n  const row = result.rows[0]`,
    switched: (on) =>
      `\${${on} ? userId : __guardSql.raw('m.user_id')}\`.execute(ctx.db)\n  const row = result.rows[0]`,
  },
  {
    file: 'server/rooms/invoices/store/facts.ts',
    text: `i.id = \${actor.invoiceId}::uuid`,
    switched: (on) => `i.id = \${${on} ? actor.invoiceId : __guardSql.raw('i.id')}::uuid`,
  },
]

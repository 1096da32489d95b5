/** A guard that no pattern finds, with its source text and the replacement that removes it. */
export interface NamedGuard {
  readonly file: string
  readonly text: string
  /** The function that contains the text once, when the file contains it several times. */
  readonly inside?: string
  /** Set when the guard counts as a refusal. */
  readonly kind?: 'refusal'
  /** Replacement of a guard that is an expression. */
  readonly off?: string
  /** Returns the text with a switch, for guards that are not expressions. */
  readonly switched?: (on: string) => string
}

const TOKENS = 'server/platform/auth/session-tokens.ts'
const SESSION = 'server/rooms/identity/actions/sessions/recognize-session.ts'
const ENDED = 'server/rooms/identity/store/sessions.ts'
const AUTHORIZE = 'server/main/authorize.ts'
const IDENTITY = 'server/rooms/identity'
const ONE_TIME = `${IDENTITY}/store/one-time-tokens.ts`
const FACTORS = `${IDENTITY}/store/second-factors.ts`
const TRY_CODE = `${IDENTITY}/actions/second-factor/try-code.ts`
const OWN_FACTORS = `${IDENTITY}/actions/second-factor/prove-own-factors.ts`
const WEBHOOK = 'server/gateways/payments/sandbox/webhook.ts'
const OPEN_PREVIEW = 'server/rooms/portal/actions/preview/open-preview.ts'
const PREVIEW_CODES = 'server/rooms/portal/store/preview-codes.ts'
const PLAN_LINKS = 'server/rooms/payment-plans/store/links.ts'
const PLAN_LINK_HOLDERS = 'server/rooms/payment-plans/store/link-holders.ts'
const REPORT_LINKS = 'server/rooms/reports/rules/link-state.ts'
const ACCEPT = 'server/rooms/team/actions/accept-invitation.ts'
const UNUSED = ".where('used_at', 'is', null)"
const IN_TIME = ".where('expires_at', '>', wallTime(ctx))"
const OF_PURPOSE = ".where('purpose', 'in', purposes)"

/** A condition in the text of an SQL statement. */
const condition = (file: string, text: string): NamedGuard => ({
  file,
  text,
  switched: (on) => `\${__guardSql.raw(${on} ? ${JSON.stringify(text)} : 'true')}`,
})
/** A condition of the query builder. */
const where = (file: string, inside: string, text: string): NamedGuard => ({
  ...{ file, inside, text },
  switched: (on) => `.$if(${on}, (statement) => statement${text})`,
})
/** An expiry condition in the text of an SQL statement. */
const expiry = (file: string): NamedGuard => ({
  file,
  text: `> \${asDate(ctx.now)}`,
  switched: (on) => `> \${${on} ? asDate(ctx.now) : new Date(0)}`,
})
/** A property of an options object. */
const setting = (file: string, name: string, value: string, after: string): NamedGuard => ({
  file,
  text: `${name}: ${value},${after}`,
  switched: (on) => `${name}: ${on} ? ${value} : undefined,${after}`,
})

/** Guards of one-time tokens, invitations, preview codes and links. */
const TOKEN_GUARDS: readonly NamedGuard[] = [
  where(ONE_TIME, 'findUsableToken', OF_PURPOSE),
  where(ONE_TIME, 'usable', UNUSED),
  where(ONE_TIME, 'usable', IN_TIME),
  where(ONE_TIME, 'spendToken', OF_PURPOSE),
  where(ONE_TIME, 'spendToken', UNUSED),
  where(ONE_TIME, 'spendToken', ".where('expires_at', '>', now)"),
  { file: TRY_CODE, text: 'code.failures >= MAX_CODE_FAILURES', off: 'false' },
  {
    ...{ file: TRY_CODE, off: 'false' },
    text: `!timingSafeEqual(code.hash, sha256(\`\${about.subjectId}:\${typed.replace(/\\s/g, '')}\`))`,
  },
  where('server/rooms/team/store/invitations.ts', 'open', ".where('ended_at', 'is', null)"),
  {
    ...{ file: 'server/rooms/login/actions/staff/sign-up-invited.ts', off: 'false' },
    text: 'email !== invitation.email',
  },
  { file: ACCEPT, text: 'user.email.toLowerCase() !== invitation.email', off: 'false' },
  { file: ACCEPT, text: "own.role !== 'owner'", off: 'false' },
  where(PREVIEW_CODES, 'takePreviewCode', ".where('expires_at', '>', asDate(ctx.app.clock.wallNow()))"),
  { file: OPEN_PREVIEW, text: '(body.customer ?? code.customerId) === code.customerId', off: 'true' },
  { file: OPEN_PREVIEW, text: 'session.ended', off: 'false' },
  {
    ...{ file: 'server/rooms/portal/actions/preview/load-preview-caller.ts', off: 'false' },
    text: 'member.role !== session.role',
  },
  { file: REPORT_LINKS, text: 'link.revokedAt !== null', off: 'false' },
  { file: REPORT_LINKS, text: 'link.expiresAt.getTime() > nowMs', off: 'true' },
  condition(PLAN_LINKS, 'revoked_at is null'),
  expiry(PLAN_LINKS),
  condition(PLAN_LINK_HOLDERS, 'c.customer_id = p.customer_id'),
  condition(PLAN_LINK_HOLDERS, 'u.disabled_at is null'),
  condition(PLAN_LINK_HOLDERS, 'y.revoked_at is null'),
  expiry(PLAN_LINK_HOLDERS),
  {
    file: 'server/rooms/email-addresses/store/links.ts',
    text: `purpose = \${purpose}`,
    switched: (on) => `purpose = \${${on} ? purpose : __guardSql.raw('purpose')}`,
  },
  expiry('server/rooms/portal/store/callers.ts'),
  expiry('server/rooms/invoices/store/pay-links.ts'),
  {
    ...{ file: 'server/rooms/invoices/actions/send/resolve-pay-link.ts', off: 'true' },
    text: 'expiresAt > ctx.now',
  },
]

/** Guards of passwords, second factors and signatures. */
const PROOF_GUARDS: readonly NamedGuard[] = [
  {
    ...{ file: 'server/rooms/login/actions/password/prove-password.ts', kind: 'refusal', off: 'false' },
    text: '!own && (ok || other === -1)',
  },
  { file: `${IDENTITY}/actions/passwords/prove-own-password.ts`, text: '!ok', off: 'false' },
  { file: OWN_FACTORS, text: 'proven.secondFactor && !given.auth_code?.trim()', off: 'false' },
  { file: OWN_FACTORS, text: 'shown === null', off: 'false' },
  { file: 'server/rooms/login/actions/session/prove-session.ts', text: 'shown === null', off: 'false' },
  {
    ...{ file: `${IDENTITY}/actions/second-factor/confirm-second-factor.ts`, off: 'false' },
    text: 'step === null || !(await own.factor.spendStep(ctx, step))',
  },
  where(FACTORS, 'spendRecoveryCode', UNUSED),
  where(FACTORS, 'spendStep', `.where(sql<boolean>\`coalesce(second_factor_last_step, -1) < \${step}\`)`),
  {
    ...{ file: AUTHORIZE, off: 'true' },
    text: 'ctx.app.clock.wallNow() - provedAtMs <= STEP_UP_LIFE_MS',
  },
  { file: 'server/rooms/payments/actions/read/read-payable.ts', text: 'actor.unlocked', off: 'true' },
  { file: WEBHOOK, text: '!genuine', off: 'false' },
  { file: WEBHOOK, text: 'Math.abs(request.receivedAt - seconds * 1000) > TOLERANCE_MS', off: 'false' },
  {
    ...{ file: 'server/rooms/payments/actions/inbox/receive-processor-event.ts', off: 'false' },
    text: 'event.recipient !== null && event.recipient !== processor.recipient',
  },
]

export const NAMED: readonly NamedGuard[] = [
  ...TOKEN_GUARDS,
  ...PROOF_GUARDS,
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
  { file: AUTHORIZE, text: 'caller?.subDomain !== facts.subDomain', off: 'false' },
  { file: AUTHORIZE, text: 'facts.customerHeader === actor.customerId', off: 'true' },
  { file: 'server/platform/http/hosts.ts', text: `!name.endsWith(\`.\${config.baseDomain}\`)`, off: 'false' },
  { file: 'server/rooms/portal/actions/load-portal-caller.ts', text: 'login.disabled', off: 'false' },
  condition('server/rooms/portal/store/callers.ts', 'l.revoked_at is null'),
  condition('server/rooms/invoices/store/pay-links.ts', 'l.revoked_at is null'),
  {
    file: 'server/rooms/accounts/store/members.ts',
    text: `\${userId}\`.execute(ctx.db),\n    sql<Omit<EntryRow`,
    switched: (on) =>
      `\${${on} ? userId : __guardSql.raw('m.user_id')}\`.execute(ctx.db),\n    sql<Omit<EntryRow`,
  },
  {
    file: 'server/rooms/invoices/store/facts.ts',
    text: `i.id = \${actor.invoiceId}::uuid`,
    switched: (on) => `i.id = \${${on} ? actor.invoiceId : __guardSql.raw('i.id')}::uuid`,
  },
]

import pg from 'pg'
import { scramVerifier } from './scram.ts'

/** Serves requests and jobs: owns nothing and can't bypass row-level security. All databases of a server share it. */
export const SERVING_ROLE = 'quittance_app'

const ATTRIBUTES = 'login nosuperuser nobypassrls nocreatedb nocreaterole'
const OLDEST_VERSION = 15
/** Wrong password, or no password at all. */
const LOGIN_REFUSED = new Set(['28P01', '28000'])

const SETTINGS_LOCK = 7_310_271
/** SQLSTATE insufficient_privilege. */
const NOT_ALLOWED = '42501'

/** How the serving role connects. */
export interface ServingLogin {
  readonly user: string
  readonly password: string
}

/** Reads the user and the password of a connection URL; null when it names another role than the serving one. */
export function readServingLogin(url: string): ServingLogin | null {
  const { user, password } = new pg.Client({ connectionString: url })
  return user === SERVING_ROLE ? { user, password: password ?? '' } : null
}

interface Found {
  readonly version: string
  readonly version_number: number
  readonly encoding: string
  readonly read_only: boolean
  readonly owner: string
  readonly superuser: boolean
  readonly creates_roles: boolean
  readonly creates_schemas: boolean
  readonly creates_tables: boolean
  readonly trigrams: 'installed' | 'available' | 'missing'
  readonly role: { login: boolean; superuser: boolean; bypass: boolean; grantable: boolean } | null
}

/**
 * Creates the serving role with its password when it is missing. Before it changes anything, throws one error that
 * lists all that the server, the database and the owner lack. `url` is the connection of the serving role,
 * `statementMs` the time limit of its statements.
 */
export async function prepareServingRole(
  owner: pg.ClientConfig,
  url: string,
  statementMs: number,
): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const found = await inspect(client)
    const login = readServingLogin(url)
    const problems = [...findProblems(found), ...(await findLoginProblem(found, url, login))]
    if (problems.length > 0)
      throw new Error(
        `The database can't be migrated yet. Nothing was changed.\n${problems.map((one) => `- ${one}`).join('\n')}`,
      )
    await createServingRole(client, login)
    await setRoleSettings(client, statementMs)
  } finally {
    await client.end()
  }
}

async function inspect(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as version_number,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only')::bool as read_only,
      current_user as owner, me.rolsuper as superuser,
      me.rolsuper or me.rolcreaterole as creates_roles,
      has_database_privilege(current_database(), 'create') as creates_schemas,
      has_schema_privilege('public', 'create') as creates_tables,
      case when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
        when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available'
        else 'missing' end as trigrams,
      (select json_build_object('login', rolcanlogin, 'superuser', rolsuper, 'bypass', rolbypassrls,
          'grantable', me.rolsuper or pg_has_role(me.oid, oid, 'member')
            or pg_has_role(me.oid, oid, 'member with admin option'))
        from pg_roles where rolname = $1) as role
    from pg_roles me where me.rolname = current_user`,
    [SERVING_ROLE],
  )
  return rows[0]!
}

/** Sentences that say what is missing and the statement that mends it. */
function findProblems(found: Found): string[] {
  const { owner, role } = found
  const problems: [isMissing: boolean, sentence: string][] = [
    [
      found.version_number < OLDEST_VERSION,
      `PostgreSQL ${found.version} is too old. Version ${OLDEST_VERSION} or newer is needed.`,
    ],
    [
      found.read_only,
      'The server is read-only, as a replica is. Let DATABASE_URL and DATABASE_OWNER_URL name the primary server.',
    ],
    [
      found.encoding !== 'UTF8',
      `The encoding of the database is ${found.encoding}. Create it with: create database … encoding 'UTF8' template template0`,
    ],
    [
      found.trigrams === 'missing',
      "The server doesn't have the extension pg_trgm. Install PostgreSQL's contrib package.",
    ],
    [
      found.trigrams === 'available' && !found.creates_schemas,
      'The extension pg_trgm is not installed. Let a superuser run: create extension pg_trgm',
    ],
    [
      !found.creates_schemas,
      `${owner} can't create schemas. Let the database's owner run: grant create on database … to ${owner}`,
    ],
    [
      !found.creates_tables,
      `${owner} can't create tables. Let the database's owner run: grant create on schema public to ${owner}`,
    ],
    [
      role === null && !found.creates_roles,
      `${owner} can't create the role ${SERVING_ROLE}. Let a superuser run: create role ${SERVING_ROLE} ${ATTRIBUTES} password '…'; grant ${SERVING_ROLE} to ${owner}`,
    ],
    [
      role !== null && !role.grantable,
      `${owner} is not a member of ${SERVING_ROLE}. Let a superuser run: grant ${SERVING_ROLE} to ${owner}`,
    ],
    [
      role !== null && !role.login,
      `${SERVING_ROLE} can't log in. Let a superuser run: alter role ${SERVING_ROLE} login`,
    ],
    [
      role !== null && (role.superuser || role.bypass),
      `${SERVING_ROLE} can bypass row-level security. Let a superuser run: alter role ${SERVING_ROLE} ${ATTRIBUTES}`,
    ],
  ]
  return problems.filter(([isMissing]) => isMissing).map(([, sentence]) => sentence)
}

/** Tries the login of an existing role. Other connection errors are reported when the product connects. */
async function findLoginProblem({ role }: Found, url: string, login: ServingLogin | null): Promise<string[]> {
  if (role === null || !role.login || login === null) return []
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return []
  } catch (error) {
    return LOGIN_REFUSED.has((error as { code?: string }).code ?? '')
      ? [
          `${SERVING_ROLE} can't log in with the password of DATABASE_URL. Let a superuser run: alter role ${SERVING_ROLE} password '…'`,
        ]
      : []
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the role unless it exists. Several processes may start at once; the first one creates it. */
export async function createServingRole(client: pg.Client, login: ServingLogin | null): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SERVING_ROLE])
  if (rowCount !== 0) return
  const password = login?.password ? ` password ${client.escapeLiteral(scramVerifier(login.password))}` : ''
  try {
    await client.query(`create role ${SERVING_ROLE} ${ATTRIBUTES}${password}`)
  } catch (error) {
    if (!['42710', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

/**
 * Gives the serving role, in this database, the settings that a direct connection brings along and a pooler doesn't pass on.
 * An owner who may not do that leaves them to the administrator of the pooler, which is checked when the product starts.
 */
export async function setRoleSettings(client: pg.Client, statementMs: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const role = `alter role ${SERVING_ROLE} in database ${client.escapeIdentifier(rows[0]!.name)} set`
  try {
    await client.query('begin')
    // Processes that start together would fail at each other's change.
    await client.query('select pg_advisory_xact_lock($1)', [SETTINGS_LOCK])
    await client.query(`${role} timezone = 'UTC'`)
    await client.query(`${role} statement_timeout = ${statementMs}`)
    await client.query(`${role} idle_in_transaction_session_timeout = ${2 * statementMs}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
  }
}

import { judgeOrder, rule } from './layer-rules.ts'
import type { Project, Rule } from './project.ts'

type Line = readonly string[]

/** The rooms of each app, lowest line first: a room imports only rooms on earlier lines. */
const WEB_LINES: Readonly<Record<string, readonly Line[]>> = {
  business: [
    ['layout'],
    ['public', 'auth', 'help'],
    ['accounts'],
    ['portal', 'team', 'recorded-payments', 'auto-payments', 'worklist', 'answers', 'payment-plans'],
    ['invoices', 'clients'],
    ['payments', 'credit-memos', 'activity', 'charts'],
    ['customers', 'dashboard', 'imports', 'audit-log', 'onboarding', 'documents'],
    ['reports', 'reminders', 'late-fees', 'statements', 'developers'],
    ['shell'],
    ['routes'],
  ],
  portal: [
    ['account', 'preview', 'pay', 'framed', 'login', 'people'],
    ['methods', 'auth', 'documents', 'unsubscribe'],
    ['several', 'payment-plan'],
    ['invoices', 'statement', 'payments', 'details'],
    ['credit-memos'],
    ['home', 'plans'],
    ['shell', 'sandbox'],
  ],
}

/** Returns the app and the room of a path, or undefined for files outside the rooms. */
function webRoomOf(path: string | undefined): { app: string; room: string } | undefined {
  const [, app, room] = path?.match(/^web\/(business|portal)\/([^/]+)\//) ?? []
  return app !== undefined && room !== undefined ? { app, room } : undefined
}

const earlierLines = rule('screens import only rooms on earlier lines', ({ path }, { target }) => {
  const [here, there] = [webRoomOf(path), webRoomOf(target)]
  if (!here || !there || here.app !== there.app) return undefined
  return judgeOrder(WEB_LINES[here.app]!, here.room, there.room)
})

const knownRooms: Rule = {
  name: 'every room of an app has its line',
  check: (project) =>
    roomsWithoutLine(project).map((path) => ({ path, message: 'is not a room in WEB_LINES' })),
}

function roomsWithoutLine({ paths }: Project): string[] {
  const missing = paths.flatMap((path) => {
    const found = webRoomOf(path)
    return found && !WEB_LINES[found.app]!.flat().includes(found.room)
      ? [`web/${found.app}/${found.room}`]
      : []
  })
  return [...new Set(missing)]
}

export const webRules: Rule[] = [earlierLines, knownRooms]

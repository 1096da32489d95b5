import type { Problem, Project, Rule } from './project.ts'

type Line = readonly string[]

/** The rooms of each app, lowest line first: a room imports only rooms on earlier lines. */
const WEB_LINES: Readonly<Record<string, readonly Line[]>> = {
  business: [
    ['layout'],
    ['public', 'auth'],
    ['accounts'],
    ['portal', 'team', 'recorded-payments', 'auto-payments'],
    ['invoices'],
    ['payments', 'credit-memos'],
    ['customers', 'dashboard', 'imports', 'audit-log', 'onboarding', 'documents'],
    ['reports'],
    ['shell'],
    ['routes'],
  ],
  portal: [
    ['account', 'preview', 'pay', 'framed', 'login'],
    ['methods', 'auth', 'documents'],
    ['invoices'],
    ['home'],
    ['shell', 'sandbox'],
  ],
}

/** Returns the app and the room of a path, or undefined for files outside the rooms. */
function webRoomOf(path: string | undefined): { app: string; room: string } | undefined {
  const [, app, room] = path?.match(/^web\/(business|portal)\/([^/]+)\//) ?? []
  return app !== undefined && room !== undefined ? { app, room } : undefined
}

const lineOf = (app: string, room: string): number =>
  WEB_LINES[app]!.findIndex((rooms) => rooms.includes(room))

const judge = (path: string, target: string | undefined): string | undefined => {
  const [here, there] = [webRoomOf(path), webRoomOf(target)]
  if (!here || !there || here.app !== there.app || here.room === there.room) return undefined
  return lineOf(there.app, there.room) < lineOf(here.app, here.room)
    ? undefined
    : `${here.room} must not import ${there.room}, which is not on an earlier line`
}

const earlierLines: Rule = {
  name: 'screens import only rooms on earlier lines',
  check: ({ sources }) =>
    sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ target, line }): Problem[] => {
        const message = judge(path, target)
        return message ? [{ path, line, message }] : []
      }),
    ),
}

const knownRooms: Rule = {
  name: 'every room of an app has its line',
  check: (project) =>
    roomsWithoutLine(project).map((path) => ({ path, message: 'is not a room in WEB_LINES' })),
}

function roomsWithoutLine({ paths }: Project): string[] {
  const missing = paths.flatMap((path) => {
    const found = webRoomOf(path)
    return found && lineOf(found.app, found.room) < 0 ? [`web/${found.app}/${found.room}`] : []
  })
  return [...new Set(missing)]
}

export const webRules: Rule[] = [earlierLines, knownRooms]

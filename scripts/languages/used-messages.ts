import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UsedMessage } from './catalogue-problems.ts'
import { findTexts, parseCode, TextProblem } from './find-texts.ts'
import { textsOfPage } from './page-in-language.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Returns every message of the web, the portal's page, the server, domain/ and contract/ by its key. Throws with file and line of a wrong call. */
export function readUsedMessages(): Map<string, UsedMessage> {
  const used = new Map<string, UsedMessage>()
  for (const text of textsOfPage(readFileSync(join(ROOT, 'web/portal.html'), 'utf8')))
    used.set(text, { key: text, message: text, name: 't', place: 'web/portal.html' })
  for (const path of globSync('{web,server,domain,contract}/**/*.{ts,tsx}', { cwd: ROOT })) {
    const code = readFileSync(join(ROOT, path), 'utf8')
    const isRoom = path.startsWith('server/rooms/')
    if (
      /\.test\.tsx?$/.test(path) ||
      !(isRoom ? /\b(t|msg)\(/ : /language\/text\.ts|languages\/(translate|msg)\.ts/).test(code)
    )
      continue
    for (const { key, message, name, start } of callsIn(path, code, isRoom))
      used.set(key, { key, message, name, place: `${path}:${lineAt(code, start)}` })
  }
  return used
}

function callsIn(path: string, code: string, isRoom: boolean) {
  try {
    return findTexts(parseCode(path, code), isRoom).calls
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error
    throw new Error(`${path}:${lineAt(code, error.position)}: ${error.message}`)
  }
}

const lineAt = (code: string, position: number): number => code.slice(0, position).split('\n').length

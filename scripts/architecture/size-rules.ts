import { posix } from 'node:path'
import { isTest, type Problem, type Rule } from './project.ts'

const MAX_FILES = 25
/** Chronological lists, which only grow. */
const GROWING = new Set(['db/migrations', 'docs/decisions'])
const MAX_TEST_LINES = 400

/** A larger folder is divided by subject, so that a reader can survey it. */
const smallFolders: Rule = {
  name: `a folder holds at most ${MAX_FILES} files`,
  check({ paths }) {
    const counts = new Map<string, number>()
    for (const path of paths) {
      const folder = posix.dirname(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    return [...counts]
      .filter(([folder, count]) => count > MAX_FILES && !GROWING.has(folder) && !folder.startsWith('.'))
      .map(([folder, count]): Problem => ({ path: folder, message: `holds ${count} files` }))
  },
}

const shortTests: Rule = {
  name: `a test file has at most ${MAX_TEST_LINES} lines`,
  check: ({ sources }) =>
    sources
      .map(({ path, text }) => ({ path, count: text.trimEnd().split('\n').length }))
      .filter(({ path, count }) => isTest(path) && count > MAX_TEST_LINES)
      .map(({ path, count }) => ({ path, message: `has ${count} lines: divide it by subject` })),
}

export const sizeRules: Rule[] = [smallFolders, shortTests]

import { execFileSync } from 'node:child_process'

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')

/**
 * The files that the change has, by their paths from the root: those that are not committed yet and those of the last commit, or
 * of all commits since `TEST_BASE`. None where git can't tell.
 */
export function readChangedFiles(root: string): string[] {
  try {
    const base = process.env.TEST_BASE ?? 'HEAD~1'
    const changed = git(root, 'diff', '--name-only', base)
    return [...new Set([...changed, ...git(root, 'ls-files', '--others', '--exclude-standard')])]
  } catch {
    return []
  }
}

/** A number that is the same for each run of one commit and another one for the next; null where git can't tell. */
export function readCommitSeed(root: string): number | null {
  try {
    const [tree = ''] = git(root, 'rev-parse', 'HEAD^{tree}')
    return Number.parseInt(tree.slice(0, 7), 16)
  } catch {
    return null
  }
}

import { accessSync, constants } from 'node:fs'

/** Whether this is a program that can be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

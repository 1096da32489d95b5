import { type Config, listMissingSettings, proxyWarning } from '../../platform/config.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

/** Settings that are missing or contradict each other. Wrong ones end the command before any check. */
export function checkSettings(config: Config): Finding[] {
  if (!config.production)
    return [
      skipped(
        'settings: NODE_ENV is not production, so this installation is a demo with a mailbox of its own',
      ),
    ]
  const missing = listMissingSettings(config).map((sentence) =>
    warning(`settings: ${sentence}`, 'docs/configuration.md lists every setting.'),
  )
  const proxy = proxyWarning(config)
  const found =
    proxy === null
      ? missing
      : [...missing, warning(`settings: ${proxy}`, 'See “Behind a proxy” in docs/operations.md.')]
  return found.length > 0 ? found : [ok('settings: everything that production needs is set')]
}

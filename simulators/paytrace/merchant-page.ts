import type { World } from './state/world.ts'
import { PASS_A_DAY } from './wire/paytrace-server.ts'

/** The merchant's page at PayTrace: what has to be entered to connect the account. */
export const merchantPage = ({ userName, password, integratorId, keys }: World): string => `<!doctype html>
<html lang="en"><meta charset="utf-8" /><title>PayTrace simulator</title>
<h1>PayTrace simulator</h1>
<p>Nobody’s money moves here. Enter these values to connect a company.</p>
<dl>
<dt>API user name</dt><dd><code>${userName}</code></dd>
<dt>Password</dt><dd><code>${password}</code></dd>
<dt>Integrator ID</dt><dd><code>${integratorId}</code></dd>
<dt>Public key</dt><dd><pre>${keys.publicKey}</pre></dd>
</dl>
<p>Card sales settle after a day, e-checks settle or return after three.</p>
<form method="post" action="${PASS_A_DAY}"><button>Let a day pass</button></form>
</html>
`

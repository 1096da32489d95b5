/** A person with a login at the simulated providers, and the profile that these report. */
export interface SimulatedPerson {
  readonly subject: string
  readonly email?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

/** Client registration at the simulated providers. */
export const SIMULATED_CLIENT = {
  id: 'quittance-here',
  secret: 'a secret between two programs of one machine',
}

export const SIMULATED_SCOPES = 'openid profile email'

/** Renders the page on which a person enters an identity or refuses. */
export const identityPage = (
  action: string,
  provider: string,
): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${provider}, simulated</title></head>
<body><main><h1>${provider}, simulated</h1><form method="post" action="${action}">
<p><label>Key <input name="subject" required></label></p>
<p><label>Email <input name="email" type="email"></label></p>
<p><label><input name="emailVerified" type="checkbox" value="yes"> Email is verified</label></p>
<p><label>First name <input name="firstName"></label></p>
<p><label>Last name <input name="lastName"></label></p>
<p><button name="decision" value="agree">Agree</button> <button name="decision" value="refuse" formnovalidate>Refuse</button></p>
</form></main></body></html>`

/** Reads the submitted form; null when the person refused. */
export function readIdentityForm(body: string): SimulatedPerson | null {
  const form = new URLSearchParams(body)
  if (form.get('decision') === 'refuse') return null
  return {
    subject: form.get('subject') ?? '',
    email: form.get('email') || undefined,
    emailVerified: form.get('emailVerified') === 'yes',
    firstName: form.get('firstName') || undefined,
    lastName: form.get('lastName') || undefined,
  }
}

/** Builds the form that a person would submit. */
export const identityForm = (person: SimulatedPerson | null): URLSearchParams =>
  new URLSearchParams(
    person === null
      ? { decision: 'refuse' }
      : {
          decision: 'agree',
          subject: person.subject,
          email: person.email ?? '',
          ...(person.emailVerified && { emailVerified: 'yes' }),
          firstName: person.firstName ?? '',
          lastName: person.lastName ?? '',
        },
  )

import type { ServerResponse } from 'node:http'

/** Answers with the OpenID Connect discovery document of an issuer (OpenID Connect Discovery 1.0, section 3). */
export function answerDiscovery(reply: ServerResponse, issuer: string): void {
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  reply.setHeader('content-type', 'application/json').end(JSON.stringify(document))
}

/** How a secret begins (standardwebhooks.com); the rest is base64. */
export const SECRET_PREFIX = 'whsec_'

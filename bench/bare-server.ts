import Fastify from 'fastify'

/** A minimal Fastify server, the reference for the product's start. `PORT=… node bench/bare-server.ts` */
const server = Fastify()
server.get('/ready/', async () => ({ status: 'ready' }))
await server.listen({ port: Number(process.env.PORT), host: 'localhost' })

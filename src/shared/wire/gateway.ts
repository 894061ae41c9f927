// Where phones, browsers and glasses find the gateway, whatever they speak (ruling 15).

export const GATEWAY_HOST = '127.0.0.1'
export const GATEWAY_PORT = 8765

/** Who shows the wrong token, or none, is closed with this. */
export const UNAUTHORIZED = { code: 4001, reason: 'Unauthorized' } as const

/** The query parameter that carries the token. */
export const TOKEN_PARAM = 'token'

/** By path, one protocol each. */
export const gatewayPaths = { g2: '/', vela: '/ws', 'voice-ide': '/events' } as const
export const HEALTH_PATH = '/healthz'
export const VELA_PAGE_PATH = '/vela'

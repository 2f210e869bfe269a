/** In the address of a worker's script: how it is started. */
export const workerParameter = 'console-worker'

import { vi } from 'vitest'

// Files share a process, which takes as long to start as most of them take, and no module of it: each makes a platform of its own.
vi.resetModules()

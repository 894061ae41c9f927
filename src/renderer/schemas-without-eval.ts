// The page's policy forbids eval, which zod would use for speed as soon as a schema is created. Must be imported first.
import { z } from 'zod'

z.config({ jitless: true })

// What is said between the flite engine and its worker.

export interface ToFlite {
  id: number
  text: string
  voice: string
  rate: number
}

export type FromFlite = { id: number; samples: Int16Array } | { id: number; failed: string }

// Writes openskill.json; README.md tells how.
import { rate } from 'openskill'

// A generator of its own, so that the file can be made again to the letter.
let state = 12345
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
const round = (r) => [r.mu, r.sigma]
const games = []
for (let n = 2; n <= 6; n++) {
  for (let k = 0; k < 8; k++) {
    const tau = k % 2 ? 0 : 25 / 300
    const before = Array.from({ length: n }, () => ({ mu: 10 + 30 * random(), sigma: 0.2 + 9 * random() }))
    const rank = Array.from({ length: n }, () => 1 + Math.floor(random() * n))
    const after = rate(before.map((r) => [r]), { rank, tau }).map(([r]) => r)
    games.push({ tau, rank, before: before.map(round), after: after.map(round) })
  }
}
let ratings = Array.from({ length: 4 }, () => ({ mu: 25, sigma: 25 / 3 }))
const series = []
for (let k = 0; k < 200; k++) {
  const rank = ratings.map((_, i) => Math.floor(random() * (3 + i)))
  ratings = rate(ratings.map((r) => [r]), { rank, tau: 0 }).map(([r]) => r)
  series.push({ rank, after: ratings.map(round) })
}
console.log(`{"games":[\n${games.map((g) => JSON.stringify(g)).join(',\n')}\n],"series":[\n${series.map((g) => JSON.stringify(g)).join(',\n')}\n]}`)

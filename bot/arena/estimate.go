package arena

import "math"

// whole is a win in the parts that wins are counted in. It can be shared by 1 to 8
// winners without a rest, so that sums are whole numbers.
const whole = 840

// normal95 is how many standard errors to each side cover 95% of a normal
// distribution.
const normal95 = 1.96

// Estimate is a figure and how sure it is.
type Estimate struct {
	Value float64
	// CI95 is half the width of its 95% confidence interval, NaN if that cannot be
	// said: from less than two deals.
	CI95 float64
}

// ratio estimates the ratio of two sums, such as tricks to hands, from deals: all
// that is counted in a deal is one observation, however many games were played with
// it, for they have their cards in common. If every deal has the same y, as single
// hands have, it is the mean of the deals and 1.96 times their standard deviation
// divided by the root of their number; else the standard error is that of the
// linearized ratio (Cochran 1977, "Sampling Techniques", 6.4). Sums are whole numbers,
// so that they do not depend on their order.
type ratio struct {
	deals      int64
	x, y       int64
	xx, xy, yy int64
}

// add counts a deal.
func (r *ratio) add(x, y int64) {
	r.deals++
	r.x += x
	r.y += y
	r.xx += x * x
	r.xy += x * y
	r.yy += y * y
}

// estimate returns the ratio; 0 if nothing has been counted.
func (r *ratio) estimate() Estimate {
	if r.y == 0 {
		return Estimate{CI95: math.NaN()}
	}
	e := Estimate{Value: float64(r.x) / float64(r.y), CI95: math.NaN()}
	if r.deals < 2 {
		return e
	}
	n, q := float64(r.deals), e.Value
	squares := float64(r.xx) - 2*q*float64(r.xy) + q*q*float64(r.yy)
	deviation := math.Sqrt(max(squares, 0) / (n - 1))
	e.CI95 = normal95 * deviation / math.Sqrt(n) / (float64(r.y) / n)
	return e
}

package worth

import (
	"encoding/binary"
	"errors"
	"math"
)

// What is stored begins with this line.
const magic = "saloon-worth/1\n"

// The numbers are whole, 16 bits each, little-endian, after the scale that 32767
// stands for, a float32. A list that is empty has the scale 0 and no numbers.

// AppendBinary appends the model to dst. The values are rounded: read them back before
// they are used beside those that were stored.
func (m *Model) AppendBinary(dst []byte) ([]byte, error) {
	dst = append(dst, magic...)
	for a := 1; a <= mostOwned; a++ {
		for b := 1; b <= mostOwned; b++ {
			dst = appendNumbers(dst, m.Table.values[a][b])
			n := m.nets[a][b]
			if n == nil {
				n = &net{}
			}
			dst = appendNumbers(dst, n.in)
			dst = appendNumbers(dst, n.out)
		}
	}
	return dst, nil
}

func appendNumbers(dst []byte, list []float32) []byte {
	scale := float32(0)
	for _, v := range list {
		scale = max(scale, v, -v)
	}
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(scale))
	if scale == 0 {
		return dst
	}
	for _, v := range list {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(int16(math.Round(float64(v/scale)*math.MaxInt16))))
	}
	return dst
}

var errCutOff = errors.New("worth: the values are cut off or of another kind; want what AppendBinary writes")

// UnmarshalBinary reads what AppendBinary has written.
func (m *Model) UnmarshalBinary(data []byte) error {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return errCutOff
	}
	data = data[len(magic):]
	fresh := Model{Table: &Table{}}
	for a := 1; a <= mostOwned; a++ {
		for b := 1; b <= mostOwned; b++ {
			owns := [2]int{a, b}
			n := newNet(owns)
			var ok [3]bool
			table := make([]float32, full*full*pairs(owns))
			if ok[0], data = readNumbers(data, table); ok[0] {
				fresh.Table.values[a][b] = table
			}
			ok[1], data = readNumbers(data, n.in)
			if ok[2], data = readNumbers(data, n.out); ok[1] && ok[2] {
				fresh.nets[a][b] = n
			}
			if data == nil {
				return errCutOff
			}
		}
	}
	if len(data) > 0 {
		return errCutOff
	}
	*m = fresh
	return nil
}

// readNumbers fills the list and returns the rest, which is nil if there was too
// little; not ok if the list is empty.
func readNumbers(data []byte, list []float32) (ok bool, rest []byte) {
	if len(data) < 4 {
		return false, nil
	}
	scale := math.Float32frombits(binary.LittleEndian.Uint32(data))
	data = data[4:]
	switch {
	case scale == 0:
		return false, data
	case len(data) < 2*len(list):
		return false, nil
	}
	for i := range list {
		list[i] = float32(int16(binary.LittleEndian.Uint16(data[2*i:]))) * scale / math.MaxInt16
	}
	return true, data[2*len(list):]
}

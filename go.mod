module github.com/saloon-games/saloon

go 1.26.0

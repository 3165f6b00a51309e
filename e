sandbenchctl: saved /tmp/w/cli4/plots/figure-1.png
sandbenchctl: saved /tmp/w/cli4/plots/figure-2.png
sandbenchctl: saved /tmp/w/cli4/plots/plotly-1.plotly.json
